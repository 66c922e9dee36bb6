"""Takes results as the service sends them, each once, into a file of JSON Lines."""
import hmac
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

address, path = sys.argv[1], sys.argv[2]
token = os.environ.get("CALLBACK_TOKEN")
lock = threading.Lock()

# What is there already: a result may come again after a restart.
file = open(path, "a+", encoding="utf-8")
file.seek(0)
seen = {json.loads(line)["request_id"] for line in file}


class Receiver(BaseHTTPRequestHandler):
    def receive(self):
        if token and not hmac.compare_digest(self.headers.get("Authorization", "").encode(), f"Bearer {token}".encode()):
            return self.answer(401)
        try:
            result = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            request_id = result["request_id"]
        except (ValueError, KeyError, TypeError):
            return self.answer(400)
        with lock:
            if request_id not in seen:
                file.write(json.dumps(result, ensure_ascii=False) + "\n")
                file.flush()
                os.fsync(file.fileno())
                seen.add(request_id)
                print(request_id, flush=True)
        self.answer(200)  # only now: until then it comes again

    do_POST = do_PUT = do_PATCH = receive

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


host, port = address.rsplit(":", 1)
ThreadingHTTPServer((host, int(port)), Receiver).serve_forever()
