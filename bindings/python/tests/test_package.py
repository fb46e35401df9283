"""The package itself: type stubs, docstrings, the chapter of the manual."""

import ast
import doctest
import inspect
from pathlib import Path

import pytest

import plyglot
from plyglot import _plyglot

ROOT = Path(__file__).parents[3]
#: What every class has, or what is printed and compared by.
COMMON = set(dir(object)) | {"__module__", "__richcmp__", "__repr__", "__str__", "__next__"}


def stubs():
    """What the type stubs declare: members by class, and functions."""
    text = (Path(plyglot.__file__).parent / "_plyglot.pyi").read_text()
    classes, functions = {}, set()
    for item in ast.parse(text).body:
        if isinstance(item, ast.ClassDef):
            members = {member.name for member in item.body if isinstance(member, ast.FunctionDef)}
            classes[item.name] = members
        elif isinstance(item, ast.FunctionDef):
            functions.add(item.name)
    return classes, functions


def test_the_stubs_declare_what_is_there():
    classes, functions = stubs()
    there = {name: value for name, value in vars(_plyglot).items() if not name.startswith("_")}
    assert classes.keys() == {name for name, value in there.items() if inspect.isclass(value)}
    assert functions == {name for name, value in there.items() if callable(value)} - classes.keys()
    for name, members in classes.items():
        if issubclass(there[name], Exception):
            continue
        found = {member for member in vars(there[name]) if member not in COMMON}
        found -= {"__reduce__", "__eq__", "__lt__", "__le__", "__gt__", "__ge__", "__ne__", "_repr_html_"}
        declared = members - {"__lt__", "__le__", "__gt__", "__ge__", "__hash__", "__next__"}
        assert declared == found, name


def test_everything_public_has_a_docstring():
    for name in plyglot.__all__:
        value = getattr(plyglot, name)
        assert name == "__version__" or value.__doc__, name
        for member, function in vars(value).items() if inspect.isclass(value) else ():
            if not member.startswith("_") and callable(function):
                assert function.__doc__, f"{name}.{member}"


def test_the_version_is_that_of_the_program():
    manifest = (ROOT / "Cargo.toml").read_text()
    assert f'\nversion = "{plyglot.__version__}"\n' in manifest.split("[workspace.package]")[1]


def test_the_chapter_of_the_manual_says_what_happens(tmp_path, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.chdir(tmp_path)
    lines = (ROOT / "docs/python.md").read_text().splitlines()
    # A block of code ends where an answer does.
    text = "\n".join("" if line.startswith("```") else line for line in lines)
    (tmp_path / "python.txt").write_text(text + "\n")
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(str(tmp_path / "python.txt"), module_relative=False, optionflags=options)
    assert tried > 30 and not failed
