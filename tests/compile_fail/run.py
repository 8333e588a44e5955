"""run.py COMPILER FILE...: each FILE must not compile, and the compiler must say why.

The reason stands in the file: `// expect: <text that the compiler's message contains>`. `// only: g++<13` in a file
limits it to g++ before 13. The same file compiled with -DCORRECT must compile: so the reason is the only one.
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def compile_file(compiler, file, *flags):
    command = [compiler, "-std=c++20", "-fsyntax-only", "-I", str(ROOT / "include"), *flags, str(file)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def is_old_gcc(compiler):
    text = subprocess.run([compiler, "-dM", "-E", "-x", "c++", "/dev/null"], capture_output=True, text=True, check=True).stdout
    version = re.search(r"#define __GNUC__ (\d+)", text)
    return "__clang__" not in text and version is not None and int(version.group(1)) < 13


def main():
    compiler, files = sys.argv[1], [pathlib.Path(name) for name in sys.argv[2:]]
    failed = 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        if "// only: g++<13" in text and not is_old_gcc(compiler):
            print(f"{file.name}: not for this compiler")
            continue
        expected = re.search(r"// expect: (.*)", text).group(1).strip()
        wrong = compile_file(compiler, file)
        right = compile_file(compiler, file, "-DCORRECT")
        if wrong.returncode == 0:
            failed += 1
            print(f"{file.name}: compiles, but must not", file=sys.stderr)
        elif expected not in wrong.stderr:
            failed += 1
            print(f"{file.name}: fails for another reason than '{expected}':\n{wrong.stderr}", file=sys.stderr)
        elif right.returncode != 0:
            failed += 1
            print(f"{file.name}: the corrected form does not compile:\n{right.stderr}", file=sys.stderr)
    print(f"{len(files)} files, {failed} failed")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
