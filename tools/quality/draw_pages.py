"""Draws documents anew as an office scanner and a phone give them, each with its truth:

    draw_pages.py FOLDER OUT [--each N]     # every N-th document only

A scan is what tools/renderers/scan.py makes. A picture is of one page on a desk: in perspective, under a shadow, a
little out of focus, made small as messengers do. Boxes of a truth are those of the clean page and are left out.
"""

import argparse
import io
import json
import random
import sys
from pathlib import Path

import numpy
import pypdfium2
from PIL import Image, ImageChops, ImageFilter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "renderers"))
import scan

LONG_SIDE = 2000  # pixels of a picture: some 170 dpi of a sheet
DESKS = [(96, 78, 60), (120, 118, 112), (58, 60, 66), (150, 132, 108)]


def perspective(corners, width, height):
    """The eight numbers by which Pillow finds for a point of the picture the one of the page."""
    rows, places = [], []
    for (x, y), (u, v) in zip(corners, [(0, 0), (width, 0), (width, height), (0, height)]):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        places += [u, v]
    return numpy.linalg.solve(rows, places).tolist()


def picture(pdf: bytes, r: random.Random) -> bytes:
    page = pypdfium2.PdfDocument(pdf)[0].render(scale=170 / 72).to_pil().convert("RGB")
    w, h = page.size
    margin = int(0.05 * max(w, h))
    size = (w + 2 * margin, h + 2 * margin)
    sway = lambda: r.uniform(-0.6, 0.6) * margin
    corners = [(margin + sway(), margin + sway()), (margin + w + sway(), margin + sway()), (margin + w + sway(), margin + h + sway()), (margin + sway(), margin + h + sway())]
    how = perspective(corners, w, h)
    sheet = page.transform(size, Image.PERSPECTIVE, how, Image.BICUBIC)
    mask = Image.new("L", (w, h), 255).transform(size, Image.PERSPECTIVE, how, Image.BICUBIC)
    desk = Image.new("RGB", size, r.choice(DESKS))
    desk.paste(sheet, mask=mask)
    shadow = Image.linear_gradient("L").rotate(r.choice([0, 90, 180, 270])).resize(size).point(lambda v: min(255, 168 + 87 * v // 128))  # two thirds of the light at one end
    desk = ImageChops.multiply(desk, Image.merge("RGB", [shadow] * 3)).filter(ImageFilter.GaussianBlur(r.uniform(0.3, 0.9)))
    grain = Image.effect_noise(size, r.uniform(3, 8)).convert("RGB")
    desk = ImageChops.add(desk, grain, scale=1.0, offset=-128)
    desk.thumbnail((LONG_SIDE, LONG_SIDE), Image.LANCZOS)
    out = io.BytesIO()
    desk.rotate(r.choice([0] * 6 + [90, 180, 270]), expand=True).save(out, "JPEG", quality=r.choice([60, 75, 85]))
    return out.getvalue()


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("folder", type=Path)
    ap.add_argument("out", type=Path)
    ap.add_argument("--each", type=int, default=1, help="every so many documents one is drawn")
    args = ap.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    truths = sorted(args.folder.glob("*.truth.json"))[:: args.each]
    for n, path in enumerate(truths):
        name = path.name.removesuffix(".truth.json")
        pdf = path.with_name(name + ".pdf")
        if not pdf.exists():
            continue
        truth, data = json.loads(path.read_text()), pdf.read_bytes()
        drawn = {"scan": ("pdf", scan.scanned)}
        if len(pypdfium2.PdfDocument(data)) == 1:
            drawn["photo"] = ("jpg", picture)
        for kind, (end, draw) in drawn.items():
            file = f"{name}-{kind}.{end}"
            (args.out / file).write_bytes(draw(data, random.Random(f"{name} {kind}")))
            truth |= {"file": file, "tags": [kind], "boxes": {}}
            (args.out / f"{name}-{kind}.truth.json").write_text(json.dumps(truth, ensure_ascii=False))
        print(f"\r{n + 1} of {len(truths)}", end="", file=sys.stderr)
    print(file=sys.stderr)


if __name__ == "__main__":
    main()
