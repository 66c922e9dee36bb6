import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { patiently } from './api/client'

// useLoaded asks once for each name, again while the service is away.
export function useLoaded<T>(ask: (signal: AbortSignal) => Promise<T>, name: string) {
  const value = useSignal<T | undefined>(undefined)
  const fault = useSignal<unknown>(null)
  useEffect(() => {
    const gone = new AbortController()
    patiently(() => ask(gone.signal), gone.signal).then(
      (v) => ((value.value = v), (fault.value = null)),
      (e) => gone.signal.aborted || (fault.value = e),
    )
    return () => gone.abort()
  }, [name])
  return { value: value.value, fault: fault.value }
}

// useRefreshed asks again every so often while the page is looked at; what it had stays until then.
export function useRefreshed<T>(ask: (signal: AbortSignal) => Promise<T>, milliseconds: number, name = '') {
  const beat = useSignal(0)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && beat.value++, milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds])
  return useLoaded(ask, `${name} ${beat.value}`)
}
