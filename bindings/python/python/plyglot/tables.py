"""Endgame tables: built, verified and listed; a state is asked by ``State.probe``.

>>> from plyglot import tables
>>> tables.build("chess", "tables", only="KRK")  # doctest: +SKIP
['KRK dtm: ...']
"""

from ._plyglot import build, verify
from ._plyglot import list_tables as list  # noqa: A001  (as the program calls it)

__all__ = ["build", "list", "verify"]
