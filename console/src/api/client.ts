import { signal } from '@preact/signals'
import { key, operator, signOut } from '../session'
import type { components } from './schema'

export type Schemas = components['schemas']
export type StatusRecord = Schemas['StatusRecord']
export type Result = Schemas['ExtractionResult']
export type BoundingBox = Schemas['BoundingBoxRecord']
export type Timeline = Schemas['Timeline']
export type DocumentType = Schemas['Type']
export type TypeField = Schemas['TypeField']
export type RequestItem = Schemas['RequestItem']
export type Batch = Schemas['Batch']

// Settings that the service hands to the page.
export interface Settings {
  version: string
  ingestUrl: string // where documents are sent; empty: here
  maxFileBytes: number
  maxBatchBytes: number
  maxBatchFiles: number
}

// Failure is an answer that is no success, or none at all.
export class Failure extends Error {
  constructor(
    readonly status: number, // 0: no answer
    message: string,
    readonly retryAfter = 0, // seconds
  ) {
    super(message)
  }
  get passing() {
    return this.status === 0 || this.status === 429 || this.status === 503
  }
}

export const offline = signal(!navigator.onLine)
addEventListener('offline', () => (offline.value = true))
addEventListener('online', () => (offline.value = false))

export async function request(path: string, init: RequestInit = {}, base = ''): Promise<Response> {
  const headers = new Headers(init.headers)
  if (key.value) headers.set('Authorization', `Bearer ${key.value}`)
  let answer: Response
  try {
    answer = await fetch(base + path, { ...init, headers, credentials: 'omit' })
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    offline.value = true
    throw new Failure(0, '')
  }
  offline.value = false
  if (!answer.ok) await refuse(answer)
  return answer
}

async function refuse(answer: Response): Promise<never> {
  const body = (await answer.json().catch(() => ({}))) as { message?: string; error?: string }
  if (answer.status === 401 && key.value) signOut('expired')
  throw new Failure(answer.status, body.message ?? body.error ?? '', Number(answer.headers.get('Retry-After')) || 0)
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await request(path, { signal })).json() as Promise<T>
}

export const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

// patiently asks again while the service or the network is away for a moment.
export async function patiently<T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let pause = 1; ; pause = Math.min(pause * 2, 15)) {
    try {
      return await ask()
    } catch (failure) {
      if (!(failure instanceof Failure) || !failure.passing) throw failure
      await wait(1000 * Math.max(pause, failure.retryAfter), signal)
    }
  }
}

export const settings = signal<Settings>({ version: '', ingestUrl: '', maxFileBytes: 20 << 20, maxBatchBytes: 200 << 20, maxBatchFiles: 100 })
export const types = signal<Map<string, DocumentType>>(new Map())

export async function loadSettings() {
  settings.value = await get<Settings>('/console/config.json')
}

// loadRights asks what the key may do: only the service knows whose it is.
export async function loadRights(signal?: AbortSignal) {
  const mine = key.value
  const may = await get('/admin/accounts', signal).then(
    () => true,
    (failure) => {
      if (failure instanceof Failure && failure.status === 403) return false
      throw failure
    },
  )
  if (key.value === mine) operator.value = may
}

export async function loadTypes(signal?: AbortSignal) {
  const list = await get<Schemas['TypeList']>('/types', signal)
  types.value = new Map(list.items.map((t) => [t.document_type, t]))
}
