# For frameworks that build every engine by `make EXE=name`, as OpenBench does. Others say
# `cargo build --release`; the README has it.
EXE ?= plyglot
ifeq ($(OS),Windows_NT)
    suffix := .exe
endif

.PHONY: all
all:
	cargo build --release --locked
	cp "$${CARGO_TARGET_DIR:-target}/release/plyglot$(suffix)" "$(EXE)$(if $(filter %.exe,$(EXE)),,$(suffix))"
