import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../i18n'
import { Appearance } from '../parts/frame'
import { Icon, Mark } from '../parts/icon'
import { key, signedOutBecause } from '../session'

export function SignInPage() {
  const text = useSignal('')
  const fault = useSignal('')
  const busy = useSignal(false)
  const shown = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = async (e: Event) => {
    e.preventDefault()
    busy.value = true
    fault.value = ''
    fault.value = await check(text.value.trim())
    busy.value = false
    if (fault.value) return field.current?.focus()
    signedOutBecause.value = ''
    key.value = text.value.trim()
  }
  const said = fault.value || (signedOutBecause.value && t().signIn.expired)
  return (
    <div class="signin">
      <div class="signin-top">
        <Appearance />
      </div>
      <main class="card">
        <div class="signin-brand">
          <Mark size={52} />
          <h1>{t().name}</h1>
        </div>
        <p class="claim">{t().claim}</p>
        <form onSubmit={submit}>
          <label for="key">{t().signIn.key}</label>
          <div class="with-button">
            <input id="key" ref={field} type={(shown.value ? 'text' : 'password') as 'password'} autocomplete="off" spellcheck={false} value={text.value} onInput={(e) => (text.value = e.currentTarget.value)} aria-describedby="key-note" aria-invalid={!!said} required />
            <button type="button" class="quiet square" aria-label={shown.value ? t().signIn.hide : t().signIn.show} onClick={() => (shown.value = !shown.value)}>
              <Icon name="eye" />
            </button>
          </div>
          <p class="fault" role="alert">
            {said}
          </p>
          <button class="primary" disabled={busy.value || !text.value.trim()}>
            {busy.value ? t().signIn.checking : t().signIn.submit}
          </button>
          <p id="key-note" class="muted small">
            {t().signIn.note} {t().signIn.demo}
          </p>
        </form>
      </main>
    </div>
  )
}

// check asks the service for something that needs a key; it says what is wrong, or nothing.
async function check(tried: string): Promise<string> {
  if (!/^[\x21-\x7e]+$/.test(tried)) return t().signIn.wrong
  try {
    const answer = await fetch('/types', { headers: { Authorization: `Bearer ${tried}` }, credentials: 'omit' })
    if (answer.status === 401) return t().signIn.wrong
    if (answer.status === 403) return t().signIn.inactive
    return answer.ok ? '' : t().signIn.away
  } catch {
    return t().signIn.away
  }
}
