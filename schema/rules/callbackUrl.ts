import ipaddr from 'ipaddr.js'

/** Why a callback URL is not allowed, as in `FtpFieldProblem` of the GraphQL schema. */
export type CallbackUrlProblem = 'NOT_A_URL' | 'NOT_HTTPS' | 'HAS_CREDENTIALS' | 'PORT_NOT_ALLOWED' | 'HOST_NOT_PUBLIC'

/** A callback URL in its normal form, or why it is not allowed. */
export type CheckedCallbackUrl = { readonly url: string } | { readonly problem: CallbackUrlProblem }

/**
 * The receiver of delivery notices in a demo. Only a demo allows this URL, and only in exactly this spelling, because
 * its host name exists only in a demo.
 */
export const demoReceiver = 'http://receiver.keepsake.example/notices'

/** The maximum length of a callback URL, in UTF-16 code units (`String.length`). */
export const longestCallbackUrl = 500
/** The empty port is 443, the default of https. */
const allowedPorts: ReadonlySet<string> = new Set(['', '8443'])

/**
 * Names that have a meaning only inside a network, or none at all: those of RFC 2606, 6761, 6762, 7686, 8375 and 9476,
 * of RFC 6762 appendix G, of ICANN's list of name collisions, and of host files and routers.
 */
const localNames = new RegExp(
  String.raw`(?:^|\.)(?:${[
    'localhost[46]?|localdomain[46]?|localnet|local|internal|intranet|intra|intern|lan|home|corp|mail|private',
    'workgroup|domain|arpa|test|invalid|example|onion|alt|fritz\\.box',
  ].join('|')})$`,
)

/** Addresses that are in no special range, but that a cloud provider has reserved for its own servers. */
const providerAddresses: ReadonlySet<string> = new Set(['168.63.129.16'])
/**
 * The only range of public IPv6 addresses (RFC 4291). All other IPv6 addresses are reserved or private, or contain IPv4
 * addresses.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Checks a callback URL, and returns it in the normal form of the URL standard, to be stored. An odd spelling of an
 * address, such as `0x7f.1`, therefore cannot have another meaning when the URL is called.
 */
export function checkCallbackUrl(text: string): CheckedCallbackUrl {
  if (text.length > longestCallbackUrl || !URL.canParse(text)) return { problem: 'NOT_A_URL' }
  const url = new URL(text)
  if (url.protocol !== 'https:') return { problem: 'NOT_HTTPS' }
  if (url.username !== '' || url.password !== '') return { problem: 'HAS_CREDENTIALS' }
  if (!allowedPorts.has(url.port)) return { problem: 'PORT_NOT_ALLOWED' }
  if (!isPublicHost(url.hostname)) return { problem: 'HOST_NOT_PUBLIC' }
  url.hash = ''
  return url.href.length > longestCallbackUrl ? { problem: 'NOT_A_URL' } : { url: url.href }
}

/**
 * Whether an IP address, such as `203.0.113.7`, belongs to the public internet. False for text that is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast' || providerAddresses.has(address.toString())) return false
  return address.kind() === 'ipv4' || address.match(globalUnicast)
}

/** @param hostname of a `URL`: in lower case, and an IPv6 address in brackets */
function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) return isPublicAddress(host)
  const labels = host.replace(/\.$/, '').split('.')
  // Some resolvers drop empty labels, so `localhost..` could be read as `localhost`.
  if (labels.length < 2 || labels.includes('')) return false
  return !localNames.test(labels.join('.'))
}
