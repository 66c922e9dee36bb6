// What the suite shares: a service of its own and a real browser before it.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHTTPServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'

export const root = resolve(import.meta.dirname, '../..')
export const samples = join(root, 'samples')
export const key = 'chave-do-teste-do-console-0123456789'
export const operatorKey = 'chave-do-operador-do-console-0123456789'

// patience is for a machine ten times slower than it should be.
export const patience = Number(process.env.LAVRA_TEST_PATIENCE ?? 120_000)

// clean is the environment without settings of ours: the service refuses names it does not know.
const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('LAVRA_')))
const native = process.env.LAVRA_NATIVE_DIR ? { LAVRA_NATIVE_DIR: process.env.LAVRA_NATIVE_DIR } : {}

// free gives addresses that nobody listens on.
export const free = (n) =>
  Promise.all(
    Array.from({ length: n }, () => new Promise((ok, no) => {
      const server = createServer().on('error', no)
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address()
        server.close(() => ok(`127.0.0.1:${port}`))
      })
    })),
  )

// startService runs `lavra up` on free ports until stop is called. A port that was free a moment
// ago may by then be that of a connection: others are taken.
export async function startService(settings = {}) {
  for (let left = 2; ; left--) {
    try {
      return await startOn(await free(3), settings)
    } catch (fault) {
      if (left === 0 || !fault.message.includes('the port is taken')) throw fault
    }
  }
}

async function startOn([kafka, registry, clickhouse], settings) {
  const dir = mkdtempSync(join(tmpdir(), 'lavra-console-'))
  const parts = { LAVRA_DATA_DIR: dir, LAVRA_KAFKA_LISTEN: kafka, LAVRA_REGISTRY_LISTEN: registry, LAVRA_CLICKHOUSE_LISTEN: clickhouse }
  const child = spawn(join(root, 'bin/lavra'), ['up'], {
    env: { ...clean, ...native, ...parts, LAVRA_BOOTSTRAP_KEYS: `teste:${key},operador:${operatorKey}`, LAVRA_READER_WORKERS: '1', LAVRA_OPERATOR_ACCOUNTS: 'operador', LAVRA_EGRESS_ALLOW: '127.0.0.1/32', LAVRA_CALLBACK_BACKOFF: '100ms,100ms', LAVRA_LOG_FORMAT: 'text', LAVRA_LISTEN: '127.0.0.1:0', LAVRA_METRICS_LISTEN: '127.0.0.1:0', ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let log = ''
  const ready = new Promise((ok, no) => {
    child.stderr.on('data', (text) => {
      log += text
      const at = /msg=ready http=(\S+)/.exec(log)
      if (at) ok(`http://${at[1]}`)
    })
    child.on('exit', () => no(new Error(`lavra up ended:\n${log.slice(-3000)}`)))
    setTimeout(() => no(new Error(`lavra up is not ready:\n${log.slice(-3000)}`)), patience).unref()
  })
  const stop = async () => {
    const gone = new Promise((ok) => child.on('exit', ok))
    child.kill('SIGTERM')
    await gone
    rmSync(dir, { recursive: true, force: true })
  }
  try {
    const lavra = (...args) => execFileSync(join(root, 'bin/lavra'), args, { env: { ...clean, ...parts }, encoding: 'utf8' })
    return { url: await ready, dir, lavra, stop }
  } catch (fault) {
    child.kill('SIGKILL')
    throw fault
  }
}

export const chromiumPath = process.env.LAVRA_CHROMIUM ?? '/usr/bin/chromium'
export const haveChromium = existsSync(chromiumPath)

export const startBrowser = () =>
  chromium.launch({
    executablePath: chromiumPath,
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })

// open shows the console in a tab of its own that reports what goes wrong in it.
export async function open(browser, url, { signedIn = true, theme = 'light', ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', colorScheme: theme, reducedMotion: 'reduce', acceptDownloads: true, ...options })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  const faults = []
  page.on('pageerror', (e) => faults.push(String(e)))
  page.on('console', (m) => m.type() === 'error' && /Content Security Policy|Uncaught/.test(m.text()) && faults.push(m.text()))
  await page.goto(url)
  if (signedIn) await signIn(page)
  return { page, context, faults }
}

export async function signIn(page, with_ = key) {
  await page.getByLabel('Chave de API').fill(with_)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'Enviar documentos' }).waitFor()
}

export const sample = (name) => join(samples, name)
export const bytes = (name) => readFileSync(sample(name))

// startReceiver takes callbacks and answers all with a status that can be changed.
export async function startReceiver(status) {
  const receiver = { status, got: 0 }
  const server = createHTTPServer((request, response) => {
    request.resume().on('end', () => {
      receiver.got++
      response.writeHead(receiver.status).end()
    })
  })
  await new Promise((ok, no) => server.on('error', no).listen(0, '127.0.0.1', ok))
  server.unref() // a step that fails must not keep the suite alive
  receiver.url = `http://127.0.0.1:${server.address().port}/`
  receiver.stop = () => new Promise((ok) => (server.closeAllConnections(), server.close(ok)))
  return receiver
}
