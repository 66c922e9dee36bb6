import { signal, effect } from '@preact/signals'

// The key lives as long as the tab: session storage, nothing else.
const KEY = 'lavra.key'

export const key = signal(sessionStorage.getItem(KEY) ?? '')
export const signedOutBecause = signal<'' | 'expired'>('')

// operator: the key may use /admin, which speaks of all accounts.
export const operator = signal(false)

effect(() => {
  if (key.value) sessionStorage.setItem(KEY, key.value)
  else sessionStorage.clear()
})

export function signOut(because: '' | 'expired' = '') {
  signedOutBecause.value = because
  key.value = ''
  operator.value = false
}

// What is no secret may stay: how the page looks, and its language.
export type Theme = 'auto' | 'light' | 'dark'
export const theme = signal<Theme>((localStorage.getItem('lavra.theme') as Theme) ?? 'auto')
effect(() => {
  localStorage.setItem('lavra.theme', theme.value)
  document.documentElement.dataset.theme = theme.value
})
