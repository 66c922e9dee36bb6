import { useEffect, useRef } from 'preact/hooks'
import { loadRights, loadSettings, loadTypes, offline, patiently } from './api/client'
import { t } from './i18n'
import { BatchPage, BatchesPage } from './pages/batch'
import { DashboardPage } from './pages/dashboard'
import { DocumentPage } from './pages/document'
import { ListPage } from './pages/list'
import { OperationPage } from './pages/operation'
import { SendPage } from './pages/send'
import { SignInPage } from './pages/signin'
import { Bar, Navigation } from './parts/frame'
import { path } from './router'
import { key } from './session'

// App is what the tab shows: the sign-in without a key, else a page in its frame.
export function App() {
  useEffect(() => {
    loadSettings().catch(() => {})
  }, [])
  useEffect(() => {
    if (!key.value) return
    const gone = new AbortController()
    for (const load of [loadTypes, loadRights]) patiently(() => load(gone.signal), gone.signal).catch(() => {})
    return () => gone.abort()
  }, [key.value])
  if (!key.value) return <SignInPage />
  return (
    <div class="frame">
      <a class="skip" href="#main" onClick={toMain}>
        {t().nav.skip}
      </a>
      <Bar />
      <Navigation />
      {offline.value && (
        <p class="offline" role="status">
          {t().offline}
        </p>
      )}
      <Main />
    </div>
  )
}

function toMain(e: Event) {
  e.preventDefault()
  document.getElementById('main')?.focus()
}

// Main moves the focus to the new page, so that a screen reader starts there.
function Main() {
  const main = useRef<HTMLElement>(null)
  const first = useRef(true)
  const at = path.value.join('/')
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true })
    first.current = false
    scrollTo(0, 0)
  }, [at])
  return (
    <main id="main" tabIndex={-1} ref={main} key={at}>
      <Page />
    </main>
  )
}

function Page() {
  const [page, id] = path.value
  switch (page) {
    case 'documentos':
      return id ? <DocumentPage id={id} /> : <ListPage />
    case 'lotes':
      return id ? <BatchPage id={id} /> : <BatchesPage />
    case 'painel':
      return <DashboardPage />
    case 'operacao':
      return <OperationPage />
  }
  return <SendPage />
}
