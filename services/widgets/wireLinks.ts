import { z } from 'zod'
import { bookUrl, type FindOrigin } from './bookUrls.ts'
import type { Link } from './links.ts'
import type { BookTokens } from './tokens.ts'
import { type linkSchema, mailReasons } from './wireSchemas.ts'

type WireLink = z.infer<typeof linkSchema>

const reasonSchema = z.enum(mailReasons).nullable().catch(null)

/** A link as its owner sees it. */
export function toWireLink(
  { tokens, findOrigin }: { readonly tokens: BookTokens; readonly findOrigin: FindOrigin },
  link: Link,
): WireLink {
  const state = stateOf(link)
  const works = state !== 'ended' && state !== 'expired'
  return {
    linkId: link.id,
    kind: link.kind,
    url: works ? bookUrl(findOrigin(link.brand), tokens.ofLink(link.id)) : null,
    recipientEmail: link.recipient_email,
    fromName: link.sender_name,
    created: link.created_at.toISOString(),
    expires: link.expires_at?.toISOString() ?? null,
    state,
    reason: reasonSchema.parse(link.mail_reason),
    viewsCount: link.views_count,
  }
}

function stateOf(link: Link): WireLink['state'] {
  if (link.ended_at) return 'ended'
  if (link.expires_at && link.expires_at.getTime() <= Date.now()) return 'expired'
  return link.mail_state ?? 'active'
}
