// What the examples share: calls of the service with what Node brings.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout } from "node:timers/promises";

/** The base address and the key, from the environment. */
const url = process.env.LAVRA_URL;
const key = process.env.LAVRA_API_KEY;

export async function form(files: string[]): Promise<FormData> {
  const body = new FormData();
  for (const path of files) {
    body.append("file", new Blob([new Uint8Array(await readFile(path))]), basename(path));
  }
  return body;
}

/** Calls the service; tries again while it is busy (429, 503) or cannot be reached. */
export async function call<T>(method: string, path: string, body?: FormData, idempotencyKey?: string): Promise<{ answer: T; headers: Headers }> {
  const headers: Record<string, string> = { Authorization: `Bearer ${key}` };
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  for (let wait = 1; ; wait = Math.min(2 * wait, 30)) {
    try {
      const response = await fetch(url + path, { method, headers, body });
      if (response.ok) return { answer: (await response.json()) as T, headers: response.headers };
      if (response.status !== 429 && response.status < 500) {
        console.error(response.status, await response.text());
        process.exit(1);
      }
      wait = Number(response.headers.get("Retry-After")) || wait;
    } catch (fault) {
      console.error(fault);
    }
    await setTimeout(wait * 1000);
  }
}
