// Takes results as the service sends them, each once, into a file of JSON Lines.
import { timingSafeEqual } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";

const [address = "127.0.0.1:9000", path = "results.jsonl"] = process.argv.slice(2);
const token = process.env.CALLBACK_TOKEN;

// What is there already: a result may come again after a restart.
const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n").filter(Boolean) : [];
const seen = new Set(lines.map((line) => (JSON.parse(line) as { request_id: string }).request_id));

function allowed(request: IncomingMessage): boolean {
  if (!token) return true;
  const [got, want] = [Buffer.from(request.headers.authorization ?? ""), Buffer.from(`Bearer ${token}`)];
  return got.length === want.length && timingSafeEqual(got, want);
}

async function receive(request: IncomingMessage): Promise<number> {
  if (!allowed(request)) return 401;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  let result: { request_id?: string };
  try {
    result = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    return 400;
  }
  if (!result.request_id) return 400;
  if (!seen.has(result.request_id)) {
    const file = openSync(path, "a", 0o600);
    writeSync(file, JSON.stringify(result) + "\n");
    fsyncSync(file);
    closeSync(file);
    seen.add(result.request_id);
    console.log(result.request_id);
  }
  return 200; // only now: until then it comes again
}

const at = address.lastIndexOf(":");
createServer((request, response) => {
  receive(request).then(
    (status) => response.writeHead(status).end(),
    () => response.writeHead(500).end(),
  );
}).listen(Number(address.slice(at + 1)), address.slice(0, at));
