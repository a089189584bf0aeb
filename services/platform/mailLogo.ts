import type { MailPicture, Platform } from './platform.ts'

const deadlineMilliseconds = 2_000
const cacheMilliseconds = 60 * 60_000
/** After a failure, mails are sent without the logo for this time (ms). */
const failureMilliseconds = 60_000
/** In bytes. */
const largestLogo = 500_000

/** @param path of a PNG at the site service; undefined if the brand has no logo for mails */
export type ReadLogo = (path: string | undefined) => Promise<MailPicture | null>

/**
 * Reads logos. Mails contain the picture, so that a reader's mail program requests nothing from us. The returned
 * function never rejects: without a logo, the mail shows only the brand's name.
 */
export function createLogos({ config }: Pick<Platform, 'config'>): ReadLogo {
  const known = new Map<string, { readonly picture: Promise<MailPicture | null>; readonly until: number }>()
  return async (path) => {
    if (path === undefined) return null
    const cached = known.get(path)
    if (cached && cached.until > Date.now()) return cached.picture
    const picture = readPicture(`${config.urls.site}${path}`)
    known.set(path, { picture, until: Date.now() + cacheMilliseconds })
    if ((await picture) === null) known.set(path, { picture, until: Date.now() + failureMilliseconds })
    return picture
  }
}

async function readPicture(url: string): Promise<MailPicture | null> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(deadlineMilliseconds) })
    const content = Buffer.from(await response.arrayBuffer())
    const contentType = response.headers.get('content-type')
    if (!response.ok || contentType !== 'image/png' || content.length > largestLogo) return null
    return { id: 'logo.png', contentType, content: content.toString('base64') }
  } catch {
    return null
  }
}
