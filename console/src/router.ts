import { computed, signal } from '@preact/signals'

// Paths stand behind the #, so that the server has one page and no path of the
// interface is taken.
const hash = signal(location.hash)
addEventListener('hashchange', () => (hash.value = location.hash))

export const path = computed(() => hash.value.replace(/^#\/?/, '').split('?')[0]!.split('/').map(decodeURIComponent))
export const query = computed(() => new URLSearchParams(hash.value.split('?')[1] ?? ''))

export const href = (...parts: string[]) => '#/' + parts.map(encodeURIComponent).join('/')
export function go(...parts: string[]) {
  location.hash = href(...parts)
}
