import type { Brand } from '../../platform/brands/brand.ts'
import { type Content, html } from '../../platform/html.ts'
import type { Messages } from '../../platform/messages.ts'
import type { PlatformConfig } from '../../platform/platform.ts'

/** What every page of the site needs. */
export interface SiteContext {
  readonly brand: Brand
  readonly messages: Messages
  readonly config: Pick<PlatformConfig, 'storage' | 'deletion'>
  /**
   * True: our page has no header and no footer, because it is shown within a page that has its own. Links keep this
   * mode.
   */
  readonly isStripped: boolean
}

/** A page of the site, without its frame. */
export interface SitePage {
  readonly title: string
  readonly content: Content
}

/** The URL of a link. In stripped mode, links to our own host keep this mode. */
export function addressOf({ isStripped }: Pick<SiteContext, 'isStripped'>, link: string): string {
  if (!isStripped || !link.startsWith('/')) return link
  const [path = '', fragment] = link.split('#')
  const stripped = `${path}${path.includes('?') ? '&' : '?'}stripped`
  return fragment === undefined ? stripped : `${stripped}#${fragment}`
}

/** The places that texts link to, by the name of the tag in the message. */
export type Places = Readonly<Record<string, string>>

/** Formats a message whose tags are links. */
export function linked(
  context: SiteContext,
  id: string,
  places: Places,
  values: Readonly<Record<string, string | number>> = {},
): Content {
  const tags = Object.fromEntries(
    Object.entries(places).map(([tag, link]) => [
      tag,
      (text: Content) => html`<a href="${addressOf(context, link)}">${text}</a>`,
    ]),
  )
  return context.messages.rich(id, tags, values)
}
