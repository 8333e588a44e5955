# SPDX-License-Identifier: BSL-1.0
"""run.py COMPILER GENERATED FILE...: each FILE must not compile, and the compiler must say why.

The reason stands in the file: `// expect: <text that one of the compiler's errors contains>`, texts
of two compilers with `|` between them; notes beside the errors do not count. Where a file holds
several mistakes, each has such a line, and an error of its own. `// only: g++<13` in a file limits
it to g++ before 13, `// only: g++` to any g++, `// not: clang<18` to what is no clang before 18;
`// flags: -Wextra` gives the compiler more flags, `// wrong: -std=c++17` only to what must not
compile; `// fails: link` means that it compiles, but does not link; with `// first: g++<15`, that
such a g++ says the reason before all others. The same file compiled with -DCORRECT must compile: so
the reason is the only one; by clang, and by g++ where the file is for g++ alone. With `// each:
public header` the file is compiled once for each of them, as the macro HEADER. GENERATED is the
folder of the golden headers.
"""

import collections
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def compile_file(compiler, generated, file, program, *flags):
    """Compiles `file`, and links it to `program` if there is one."""
    output = ["-o", program, "-pthread"] if program else ["-fsyntax-only"]
    command = [
        compiler,
        "-std=c++20",
        "-I",
        str(ROOT / "include"),
        "-I",
        generated,
        *flags,
        str(file),
        *output,
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=file.parent)


def versions(compiler):
    """Of g++ and of clang; 0 for what the compiler is not."""
    macros = subprocess.run(
        [compiler, "-dM", "-E", "-x", "c++", "/dev/null"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    version = {
        name: int(number)
        for name, number in re.findall(r"#define (__GNUC__|__clang_major__) (\d+)", macros)
    }
    clang = version.get("__clang_major__", 0)
    return 0 if clang else version["__GNUC__"], clang


def is_meant(compiler, text):
    """Whether a file is for this compiler."""
    gcc, clang = versions(compiler)
    if "// only: g++<13" in text:
        return 0 < gcc < 13
    if "// only: g++\n" in text:
        return gcc > 0
    return "// not: clang<18" not in text or clang == 0 or clang >= 18


def public_headers():
    """What an #include of each header that a user names looks like."""
    folder = ROOT / "include"
    names = [header.relative_to(folder) for header in sorted(folder.rglob("*.hpp"))]
    return [f"<{name}>" for name in names if "detail" not in name.parts]


def complaint(compiler, generated, file, text, program, corrects):
    """What is wrong with one file; '' if nothing is."""
    expected = collections.Counter(re.findall(r"// expect: (.*?) *\n", text))
    if not expected:
        return f"{file.name}: names no reason"
    flags = re.search(r"// flags: (.*)", text)
    flags = flags.group(1).split() if flags else []
    of_wrong = re.search(r"// wrong: (.*)", text)
    of_wrong = of_wrong.group(1).split() if of_wrong else []
    for header in public_headers() if "// each: public header" in text else [""]:
        # The first thing that is said of a header is the reason; what follows takes long.
        first = ["-Wfatal-errors", f"-DHEADER={header}"] if header else []
        wrong = compile_file(compiler, generated, file, program, *flags, *of_wrong, *first)
        if wrong.returncode == 0:
            return f"{file.name}: compiles, but must not {header}"
        reasons = [
            line
            for line in wrong.stderr.splitlines()
            if re.search(r"\berror: |\bundefined reference to ", line)
        ]
        if (
            "// first: g++<15" in text
            and 0 < versions(compiler)[0] < 15
            and not any(one in reasons[0] for one in expected)
        ):
            return f"{file.name}: the first reason is another one:\n{wrong.stderr}"
        for message, count in expected.items():
            if sum(any(one in reason for one in message.split("|")) for reason in reasons) < count:
                return f"{file.name}: {header} does not fail {count} times for the reason '{message}':\n{wrong.stderr}"
    if not corrects:
        return ""
    right = compile_file(compiler, generated, file, program, "-DCORRECT", *flags)
    return (
        f"{file.name}: the corrected form does not compile:\n{right.stderr}"
        if right.returncode != 0
        else ""
    )


def main():
    compiler, generated = sys.argv[1:3]
    files = [pathlib.Path(name).resolve() for name in sys.argv[3:]]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in files:
            text = file.read_text(encoding="utf-8")
            if not is_meant(compiler, text):
                print(f"{file.name}: not for this compiler")
                continue
            program = f"{folder}/program" if "// fails: link" in text else ""
            found = complaint(
                compiler,
                generated,
                file,
                text,
                program,
                "clang" in compiler or "// only: g++" in text,
            )
            if found:
                failed += 1
                print(found, file=sys.stderr)
    print(f"{len(files)} files, {failed} failed")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
