import { computed, effect, signal } from '@preact/signals'
import { en } from './en'
import { pt } from './pt'

export type Language = 'pt' | 'en'

export const language = signal<Language>(localStorage.getItem('lavra.language') === 'en' ? 'en' : 'pt')
effect(() => {
  localStorage.setItem('lavra.language', language.value)
  document.documentElement.lang = language.value === 'pt' ? 'pt-BR' : 'en'
})

const texts = computed(() => (language.value === 'pt' ? pt : en))

// t gives the texts of the language; who calls it while rendering renders anew when it changes.
export const t = () => texts.value
