import { readLocaleChoice } from '../../schema/rules/localeChoice.ts'
import query, { type TimelinePageQuery$rawResponse } from '../__generated__/TimelinePageQuery.graphql.ts'
import { isFeatureOn } from '../app/features.ts'
import { configIn, type PublicConfig, readPublicConfig } from '../app/publicConfig.ts'
import { isStorageAvailable } from '../app/storage.ts'
import { readSession, renewBefore } from '../auth/session.ts'
import { timelineVariables } from '../pages/library/timeline/timelineVariables.ts'
import { createEarlyPost, deadlines, type EarlyPost } from '../relay/post.ts'
import { libraryPath, timelinePath } from '../shared/paths.ts'
import { largeScreen, pictureUrl } from '../shared/photoPicture.ts'
import { chooseLocale } from './locale.ts'
import { type Messages, loadMessages } from './messages.ts'

/** How many pictures of the first tiles are loaded early. More would share the bandwidth, and each would come later. */
const earlyPictures = 2

/** The requests that every page needs, already sent. */
export interface FirstRequests {
  readonly hasStorage: boolean
  readonly settings: Promise<{ readonly config: PublicConfig; readonly locale: string }>
  readonly messages: Promise<Messages>
  /** Holds the query of the timeline until Relay takes it. */
  readonly early: EarlyPost
  /**
   * Loads the first pictures of the timeline as soon as their URLs are known. Called when the client's code has
   * arrived, because the code needs the bandwidth until then. Later calls do nothing.
   */
  readonly loadPictures: () => void
}

/**
 * Requests what the first view waits for, while the rest of the client's code is still loading: the config, the
 * messages and, if the page is the timeline, its first photos.
 */
export function sendFirstRequests(): FirstRequests {
  const hasStorage = isStorageAvailable()
  const settings = readPublicConfig().then((config) => {
    const locale = chooseLocale(config, navigator.languages, readLocaleChoice(document.cookie))
    return { config: configIn(config, locale), locale }
  })
  const messages = settings.then(({ config, locale }) => loadMessages(locale, config.catalogues))
  // The client awaits this promise later, and then reports a failure.
  messages.catch(() => undefined)
  const early = createEarlyPost()
  let pictures: Promise<void> | undefined
  // The client asks again for what fails here, and reports it.
  const addresses = hasStorage ? settings.then(({ config }) => requestTimeline(config, early)).catch(() => []) : null
  return {
    hasStorage,
    settings,
    messages,
    early,
    loadPictures: () => void (pictures ??= addresses?.then((all) => all.forEach(loadPicture))),
  }
}

/**
 * Sends the query of the timeline for a signed-in customer. Relay gets its response later.
 * @returns the URLs of the first pictures
 */
async function requestTimeline(config: PublicConfig, early: EarlyPost): Promise<string[]> {
  const search = new URLSearchParams(location.search)
  const isTimeline = location.pathname === timelinePath || location.pathname === libraryPath
  if (!isTimeline || !isFeatureOn(config.features, 'PhotoManagementTimelineViewEnabled', search)) return []
  const session = readSession(config, localStorage)
  // A token that is about to expire is renewed first, which needs more code.
  if (!session || session.expiresAt - Date.now() <= renewBefore) return []
  const body = await early.send({
    url: config.graphqlUrl,
    token: session.accessToken,
    request: query.params,
    variables: timelineVariables(search),
    deadline: deadlines.query,
  })
  // The gateway's answer to this query, or an error without data.
  const { data } = body as { readonly data?: TimelinePageQuery$rawResponse | null }
  const months = data?.viewer?.library.timeline?.firstMonths ?? []
  const photos = months.flatMap(({ photos: page }) => page?.edges.map(({ node }) => node) ?? [])
  const isLarge = matchMedia(largeScreen).matches
  return photos.slice(0, earlyPictures).flatMap(({ small, large }) => pictureUrl(small?.url, large?.url, isLarge) ?? [])
}

/** Loads a picture into the browser's cache, before its tile is drawn. */
function loadPicture(url: string): void {
  const image = new Image()
  // Otherwise, browsers give a low priority to a picture that is not in the document.
  image.fetchPriority = 'high'
  image.src = url
}
