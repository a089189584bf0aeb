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
  description: 'A form with `locale`. An unknown language changes nothing. `Referer` names the page to show.',
  response: { 303: nothing },
}

/** The last part of addresses that only accept a form. Their page is at the address before it. */
const formParts = /\/(undo|passkey)$/

/**
 * Registers the form in the footer of all pages. Another site can only have the visitor sent to the same page, because
 * its forms are not accepted.
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

/** The origins of our pages: those of the sign-in, and those of each brand, which have the form, too. */
function originsOf(publicUrl: string, brands: Pick<Brands, 'all'>): string[] {
  return [new URL(publicUrl).origin, ...brands.all().flatMap(({ origins }) => origins)]
}

/** The path of the page that had the form. Without one, or for another site's page: the root. */
function pageOf(referer: string | undefined, origins: readonly string[]): string {
  if (referer === undefined || !URL.canParse(referer)) return '/'
  const { origin, pathname, search } = new URL(referer)
  const isOurs = origins.includes(origin) && /^\/[^/]/.test(pathname)
  return isOurs ? pathname.replace(formParts, '') + search : '/'
}
