import { z } from 'zod'
import { localeCookie } from '../../schema/rules/localeChoice.ts'
import type { Brands } from '../platform/brands/brands.ts'
import { nothing, type ServiceApp } from '../platform/contract.ts'
import { locales } from '../platform/locales.ts'
import { fieldsOf } from './forms.ts'
import { isOwnForm } from './security.ts'

const languageSchema = z.enum(locales)
const schema = {
  summary: 'Changes the language of the pages in this browser, and shows the page again',
  description:
    'The body is a form with the field `locale`. An unknown language changes nothing. The header `Referer` names the page to show.',
  response: { 303: nothing },
}

/** The last segment of paths that only accept a form. The page with the form is at the path without this segment. */
const formParts = /\/(undo|passkey)$/

/**
 * Registers the target of the language form in the footer of all pages. A form of another site changes nothing: it only
 * redirects the visitor.
 */
export function registerLanguage(app: ServiceApp, publicUrl: string, brands: Pick<Brands, 'all'>): void {
  app.post('/language', { config: { access: 'public' }, schema }, async (request, reply) => {
    const locale = languageSchema.safeParse(fieldsOf(request.body).get('locale'))
    const origins = originsOf(publicUrl, brands)
    if (locale.success && origins.some((origin) => isOwnForm(request, origin))) {
      reply.header('set-cookie', localeCookie(locale.data, new URL(publicUrl).protocol === 'https:'))
    }
    return reply.header('cache-control', 'no-store').redirect(pageOf(request.headers.referer, origins), 303)
  })
}

/** The origins of the pages with the language form: the origin of the sign-in pages, and the origins of each brand. */
function originsOf(publicUrl: string, brands: Pick<Brands, 'all'>): string[] {
  return [new URL(publicUrl).origin, ...brands.all().flatMap(({ origins }) => origins)]
}

/** The path of the page that had the form. The root if `Referer` is missing, or names another site. */
function pageOf(referer: string | undefined, origins: readonly string[]): string {
  if (referer === undefined || !URL.canParse(referer)) return '/'
  const { origin, pathname, search } = new URL(referer)
  const isOurs = origins.includes(origin) && /^\/[^/]/.test(pathname)
  return isOurs ? pathname.replace(formParts, '') + search : '/'
}
