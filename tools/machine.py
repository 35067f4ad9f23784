"""What a page of figures says of the machine they were made on."""

import os
import pathlib
import platform
import subprocess


def machine():
    """The processor, its cores, the memory, the system, the compiler and the commit."""
    def says(*words):
        try:
            return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
        except (OSError, subprocess.CalledProcessError):
            return f"unknown {words[0]}"

    processors = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.split(": ")[1] for line in processors if line.startswith("model name")), platform.machine())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = platform.freedesktop_os_release()["PRETTY_NAME"]
    commit = says("git", "rev-parse", "--short=8", "HEAD")
    parts = [name, f"{os.cpu_count()} cores", f"{memory:.1f} GiB of memory", f"Linux ({system})"]
    return ", ".join([*parts, says("rustc", "--version"), f"commit {commit}"])
