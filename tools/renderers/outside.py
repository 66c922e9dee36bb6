"""Programs outside Python: those of npm, which print.js calls, and the browser that prints pages."""

import json
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def npm(lines: list[dict], work: Path):
    """Hands each line to its program; what that refuses is told and left out."""
    folder = work / "npm"
    lock = HERE / "npm" / "package-lock.json"
    if not (kept := folder / "package-lock.json").exists() or kept.read_bytes() != lock.read_bytes() or not (folder / "node_modules").exists():
        shutil.copytree(HERE / "npm", folder, dirs_exist_ok=True)
        subprocess.run(["npm", "ci", "--no-audit", "--omit=dev", "--ignore-scripts", "--silent"], cwd=folder, check=True)
    shutil.copy(HERE / "npm" / "print.js", folder)
    (work / "jobs.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    subprocess.run(["node", "print.js", str(work / "jobs.jsonl")], cwd=folder, check=True)


def browser_print(page: Path, pdf: Path):
    """Prints a page by Chromium, which reaches nothing outside."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        raise SystemExit("Chromium is not installed: apt-get install chromium, or leave this set out with --only")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND", "--no-pdf-header-footer"]
    subprocess.run([browser, *flags, f"--print-to-pdf={pdf}", str(page)], check=True, stderr=subprocess.DEVNULL)
