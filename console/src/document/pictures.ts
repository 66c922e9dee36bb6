import { patiently, request } from '../api/client'
import { inverse, parseMap, type PageMap } from './pagemap'

export interface Picture {
  url: string
  width: number
  height: number
  fromSent: PageMap // fractions of the page as sent to fractions of this picture
  pages: number
}

// Pictures fetches pages of one document, each once, and lets go of them together.
export class Pictures {
  private kept = new Map<string, Promise<Picture>>()
  private gone = new AbortController()

  constructor(private id: string) {}

  get(page: number, upright: boolean): Promise<Picture> {
    const name = `${page} ${upright}`
    let picture = this.kept.get(name)
    if (!picture) {
      picture = this.load(page, upright)
      this.kept.set(name, picture)
      picture.catch(() => this.kept.delete(name))
    }
    return picture
  }

  private async load(page: number, upright: boolean): Promise<Picture> {
    const signal = this.gone.signal
    const answer = await patiently(() => request(`/extract/${this.id}/pages/${page}?dpi=130&view=${upright ? 'upright' : 'sent'}`, { signal }), signal)
    const url = URL.createObjectURL(await answer.blob())
    signal.addEventListener('abort', () => URL.revokeObjectURL(url))
    const img = new Image()
    img.src = url
    await img.decode()
    return { url, width: img.naturalWidth, height: img.naturalHeight, fromSent: inverse(parseMap(answer.headers.get('X-Page-To-Sent'))), pages: Number(answer.headers.get('X-Page-Count')) || 1 }
  }

  close() {
    this.gone.abort(new DOMException('closed', 'AbortError'))
  }
}
