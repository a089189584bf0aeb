import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { sendFirstRequests } from '../../../web/startup/firstRequests.ts'
import { configBody } from '../support/config.ts'
import { monthPage, months, photosFrom } from '../support/photos.ts'
import { signInAs, tokenOf } from '../support/session.ts'
import { soon } from '../support/soon.ts'

const may = ['may', 2024, 5, 24] as const
let asked: { readonly path: string; readonly init: RequestInit | undefined }[] = []
/** The paths whose answers have been read. */
let answered: string[] = []
let pictures: string[] = []

beforeEach(() => {
  asked = []
  answered = []
  pictures = []
  history.replaceState(null, '', '/my-photos/photos')
  signInAs()
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push({ path, init })
    if (path === '/graphql') return readable(path, { data: timelineWithPhotos() })
    return Response.json(path === '/config.json' ? configBody : messages)
  })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(min-width: 1024px)' }))
  vi.stubGlobal(
    'Image',
    class {
      set src(url: string) {
        pictures.push(url)
      }
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  document.head.replaceChildren()
  history.replaceState(null, '', '/')
})

/** A response that records when its copy is read. */
function readable(path: string, body: object): Response {
  const copy = Response.json(body)
  const read = copy.json.bind(copy)
  copy.json = async () => {
    const json: unknown = await read()
    answered.push(path)
    return json
  }
  return Object.assign(Response.json(body), { clone: () => copy })
}

function timelineWithPhotos() {
  const { library } = months(may).viewer
  const firstMonths = [monthPage(may, photosFrom(0, 24)).node]
  return { viewer: { library: { ...library, timeline: { ...library.timeline, firstMonths } } } }
}

/** Adds the config as the edge does. */
function putConfigIntoPage(config: object = configBody): void {
  const element = document.createElement('script')
  element.type = 'application/json'
  element.id = 'public-config'
  element.textContent = JSON.stringify(config)
  document.head.append(element)
}

/**
 * Sends the first requests, and waits until the messages have arrived. By then, the timeline has also been requested.
 * @returns the paths of all requests
 */
async function send(): Promise<string[]> {
  await sendFirstRequests().messages
  return asked.map(({ path }) => path)
}

describe('the config', () => {
  test('is read from the page, without a request', async () => {
    putConfigIntoPage({ ...configBody, name: 'From the page' })
    expect((await sendFirstRequests().settings).config.name).toBe('From the page')
    expect(asked.map(({ path }) => path)).not.toContain('/config.json')
  })

  test('is fetched when the page has none', async () => {
    expect(await send()).toContain('/config.json')
  })
})

describe('the photos of the timeline', () => {
  test('are requested with the token and the order of the address', async () => {
    history.replaceState(null, '', '/my-photos/photos?sort=dateTaken-asc')
    await send()
    const { init } = asked.find(({ path }) => path === '/graphql') ?? {}
    expect(new Headers(init?.headers).get('authorization')).toBe(
      `Bearer ${tokenOf({ sub: 'account-1', email: 'anna@keepsake.example' })}`,
    )
    expect(JSON.parse(typeof init?.body === 'string' ? init.body : '')).toMatchObject({
      operationName: 'TimelinePageQuery',
      variables: { sortKey: 'DATE_TAKEN', sortOrder: 'ASC', isFirst: true, photos: 24 },
    })
  })

  test('have their first pictures loaded, but only after the client’s code has arrived', async () => {
    const first = sendFirstRequests()
    await first.messages
    await vi.waitFor(() => expect(answered).toContain('/graphql'), soon)
    expect(pictures).toEqual([])
    first.loadPictures()
    await vi.waitFor(() => expect(pictures).toHaveLength(2), soon)
    expect(pictures[0]).toBe('https://images.test/photo-0.800.jpg')
    first.loadPictures()
    await first.messages
    expect(pictures).toHaveLength(2)
  })

  test('are requested at the address that redirects to the timeline', async () => {
    history.replaceState(null, '', '/my-photos')
    expect(await send()).toContain('/graphql')
  })

  test.each<[string, () => void]>([
    ['on other pages', () => history.replaceState(null, '', '/my-photos/albums')],
    ['for a customer who is not signed in', () => localStorage.clear()],
    ['with a token that is about to expire', () => signInAs(undefined, undefined, 20)],
    ['where the brand has no timeline', () => putConfigIntoPage({ ...configBody, features: {} })],
    [
      'with the token of another identity service',
      () => putConfigIntoPage({ ...configBody, authority: 'https://x.test' }),
    ],
  ])('are not requested %s', async (_, arrange) => {
    arrange()
    expect(await send()).not.toContain('/graphql')
  })
})
