"""Runs a Python program once for each line of stdin, which has its arguments as JSON, and prints how each run ended.

Each run is a fork of this process, which has loaded the program's modules by asking it for its version: starting Python
and loading them takes longer than most runs.
"""

import io
import json
import os
import runpy
import sys
import tempfile

program = sys.argv[1]


def run(arguments):
    sys.argv = [program, *arguments]
    runpy.run_path(program, run_name="__main__")


def text_of(file):
    file.seek(0)
    return file.read().decode()


shown, sys.stdout = sys.stdout, io.StringIO()
try:
    run(["--version"])
except SystemExit:
    pass
sys.stdout = shown

for line in sys.stdin:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        pid = os.fork()
        if pid == 0:
            with open(os.devnull) as nothing:
                os.dup2(nothing.fileno(), 0)
            os.dup2(output.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            run(json.loads(line))
            sys.exit()
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        ended = {"code": code, "output": text_of(output), "errors": text_of(errors)}
    print(json.dumps(ended), flush=True)
