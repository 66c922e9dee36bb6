import { key, signOut } from '../session'
import { Failure, offline, settings } from './client'

export interface Accepted {
  ids: string[]
  batch: string // empty: of one file
}

// upload sends files with their progress, which fetch does not tell. The
// idempotency key makes it safe to send again when the answer was lost.
export function upload(files: File[], options: { type: string; reference: string; idempotency: string }, progress: (share: number) => void): Promise<Accepted> {
  const form = new FormData()
  for (const file of files) form.append('file', file, file.name)
  if (options.type) form.append('documentType', options.type)
  if (options.reference) form.append('referenceId', options.reference)
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', settings.value.ingestUrl + (files.length > 1 ? '/extract/batch' : '/extract'))
    call.setRequestHeader('Authorization', `Bearer ${key.value}`)
    call.setRequestHeader('Idempotency-Key', options.idempotency)
    call.responseType = 'json'
    call.upload.onprogress = (e) => e.lengthComputable && progress(e.loaded / e.total)
    call.onerror = () => {
      offline.value = true
      reject(new Failure(0, ''))
    }
    call.onload = () => {
      offline.value = false
      const body = call.response as { message?: string; error?: string; request_id?: string } | { request_id: string }[] | null
      if (call.status === 401) signOut('expired')
      if (call.status !== 200 || body === null) {
        const said = body && !Array.isArray(body) && 'message' in body ? (body.message ?? '') : ''
        reject(new Failure(call.status, said, Number(call.getResponseHeader('Retry-After')) || 0))
        return
      }
      resolve({ ids: Array.isArray(body) ? body.map((b) => b.request_id) : [body.request_id!], batch: call.getResponseHeader('X-Batch-Id') ?? '' })
    }
    call.send(form)
  })
}
