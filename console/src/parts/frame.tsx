import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { offline } from '../api/client'
import { language, t } from '../i18n'
import { href, path } from '../router'
import { signOut, theme, type Theme } from '../session'
import { Icon, Mark, type IconName } from './icon'

const pages: { path: string; icon: IconName; text: () => string }[] = [
  { path: 'enviar', icon: 'send', text: () => t().nav.send },
  { path: 'documentos', icon: 'documents', text: () => t().nav.documents },
  { path: 'lotes', icon: 'batches', text: () => t().nav.batches },
  { path: 'painel', icon: 'dashboard', text: () => t().nav.dashboard },
  { path: 'operacao', icon: 'operation', text: () => t().nav.operation },
]

export function Navigation() {
  const at = path.value[0] || 'enviar'
  return (
    <nav class="nav" aria-label={t().nav.main}>
      {pages.map((p) => (
        <a key={p.path} href={href(p.path)} aria-current={p.path === at ? 'page' : undefined}>
          <Icon name={p.icon} />
          <span>{p.text()}</span>
        </a>
      ))}
    </nav>
  )
}

const themes: Theme[] = ['auto', 'light', 'dark']
const themeIcon: Record<Theme, IconName> = { auto: 'half', light: 'sun', dark: 'moon' }

// Appearance switches the language and the theme; it stands on the sign-in too.
export function Appearance() {
  return (
    <>
      <button class="quiet" lang={language.value === 'pt' ? 'en' : 'pt-BR'} onClick={() => (language.value = language.value === 'pt' ? 'en' : 'pt')}>
        {t().bar.language}
      </button>
      <button class="quiet square" aria-label={`${t().bar.theme}: ${t().bar[theme.value]}`} title={`${t().bar.theme}: ${t().bar[theme.value]}`} onClick={() => (theme.value = themes[(themes.indexOf(theme.value) + 1) % 3]!)}>
        <Icon name={themeIcon[theme.value]} />
      </button>
    </>
  )
}

export function Bar() {
  return (
    <header class="bar">
      <a class="brand" href={href('enviar')}>
        <Mark size={30} />
        <span>{t().name}</span>
      </a>
      <Health />
      <span class="spring" />
      <a class="quiet button wide-only" href="/docs">
        {t().bar.reference}
      </a>
      <Appearance />
      <button class="quiet square" aria-label={t().bar.signOut} title={t().bar.signOut} onClick={() => signOut()}>
        <Icon name="out" />
      </button>
    </header>
  )
}

function Health() {
  const well = useSignal<boolean | null>(null)
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible')
        fetch('/health').then(
          (a) => (well.value = a.ok),
          () => (well.value = null),
        )
    }
    ask()
    const timer = setInterval(ask, 30_000)
    return () => clearInterval(timer)
  }, [])
  if (well.value === null || offline.value) return null
  return (
    <span class={`health ${well.value ? 'ok' : 'bad'}`} role="status">
      <i aria-hidden="true" />
      <span class="wide-only">{well.value ? t().bar.healthy : t().bar.degraded}</span>
    </span>
  )
}
