import type { NodeType } from '../../context.ts'
import { instantOf } from '../../instants.ts'
import { encodeGlobalId } from '../../relay/globalId.ts'
import { knownNames } from '../shared/knownNames.ts'
import type {
  WidgetLinkKind,
  WidgetLinkResolvers,
  WidgetLinkState,
  WidgetMailProblem,
} from '../../__generated__/resolvers.ts'
import { linkKey, linkOfKey } from './keys.ts'
import { unknownName } from './unknownName.ts'

const kinds = new Map<string, WidgetLinkKind>([
  ['recipient', 'RECIPIENT'],
  ['public', 'PUBLIC'],
  ['gallery', 'GALLERY'],
])

const states = new Map<string, WidgetLinkState>([
  ['sending', 'SENDING'],
  ['sent', 'SENT'],
  ['notSent', 'NOT_SENT'],
  ['active', 'ACTIVE'],
  ['expired', 'EXPIRED'],
  ['ended', 'ENDED'],
])

const mailProblems = knownNames<WidgetMailProblem>([
  'REFUSED_ADDRESS',
  'STOPPED_BY_RECIPIENT',
  'TOO_MANY_MAILS',
  'MAIL_SERVER_UNAVAILABLE',
])

/** Resolves the fields of `WidgetLink`. */
export const WidgetLink: WidgetLinkResolvers = {
  id: (link) => encodeGlobalId('WidgetLink', linkKey(link)),
  kind: ({ kind }) => kinds.get(kind) ?? unknownName('a kind of link'),
  senderName: ({ fromName }) => fromName ?? null,
  createdAt: ({ created }) => instantOf(created) ?? created,
  expiresAt: ({ expires }) => instantOf(expires),
  state: ({ state }) => states.get(state) ?? unknownName('a state of a link'),
  notSentReason: ({ reason }) => mailProblems.get(reason ?? '') ?? null,
  viewCount: ({ viewsCount }) => viewsCount,
}

/** Loads a link by id. The service lists links only to the owner of the book. */
export const widgetLinkNode: NodeType = {
  type: 'WidgetLink',
  async load(key, { viewer, widgets }) {
    const named = linkOfKey(key)
    if (!viewer || viewer.isBusiness || !named) return null
    const links = await widgets.findLinks(named.widgetId)
    const link = links?.find(({ linkId }) => linkId === named.linkId)
    return link ? { ...link, widgetId: named.widgetId } : null
  },
}
