"""What the examples share: calls of the service with the standard library alone."""
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid


def form(files):
    """A multipart body of files, and its Content-Type."""
    boundary = uuid.uuid4().hex
    parts = []
    for path in files:
        name = os.path.basename(path).replace('"', "%22")
        with open(path, "rb") as f:
            parts += [
                f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n'
                "Content-Type: application/octet-stream\r\n\r\n".encode(),
                f.read(),
                b"\r\n",
            ]
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), f"multipart/form-data; boundary={boundary}"


def call(method, path, body=None, headers=None):
    """Calls the service; tries again while it is busy (429, 503) or cannot be reached."""
    wait = 1
    while True:
        request = urllib.request.Request(os.environ["LAVRA_URL"] + path, data=body, method=method, headers=headers or {})
        request.add_header("Authorization", "Bearer " + os.environ["LAVRA_API_KEY"])
        try:
            with urllib.request.urlopen(request, timeout=330) as answer:
                return json.load(answer), answer.headers
        except urllib.error.HTTPError as fault:
            if fault.code != 429 and fault.code < 500:
                sys.exit(f"{fault.code}: {fault.read().decode()}")
            wait = int(fault.headers.get("Retry-After") or wait)
        except (urllib.error.URLError, ConnectionError) as fault:
            print(fault, file=sys.stderr)
        time.sleep(wait)
        wait = min(2 * wait, 30)
