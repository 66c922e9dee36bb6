"""A document as an office scanner gives it: grey pages of 200 dpi, a little turned, with grain, inside a PDF."""

import io
import random

import pypdfium2
from PIL import Image, ImageChops, ImageFilter


def scanned(pdf: bytes, r: random.Random, dpi: int = 200) -> bytes:
    turn, sheets = r.uniform(-0.7, 0.7), []
    for page in pypdfium2.PdfDocument(pdf):
        img = page.render(scale=dpi / 72).to_pil().convert("L")
        img = img.rotate(turn, resample=Image.BICUBIC, fillcolor=255).filter(ImageFilter.GaussianBlur(r.uniform(0.3, 0.7)))
        grain = Image.effect_noise(img.size, r.uniform(4, 14))
        img = ImageChops.add(img, grain, scale=1.0, offset=-128).point(lambda v: min(255, int(v * 0.94 + 10)))
        sheets.append(img)
    out = io.BytesIO()
    sheets[0].save(out, "PDF", resolution=dpi, save_all=True, append_images=sheets[1:], quality=80)
    return out.getvalue()
