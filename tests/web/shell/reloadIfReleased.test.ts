import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadIfReleased } from '../../../web/shell/reloadIfReleased.ts'

const page = (script: string) => `<!doctype html><script type="module" crossorigin src="${script}"></script>`
const reload = vi.fn()
const script = document.createElement('script')
script.type = 'module'
script.setAttribute('src', '/assets/start-old.js')
let served: () => Promise<Response>
let age: number

beforeEach(() => {
  reload.mockClear()
  age = 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => age)
  vi.stubGlobal('location', Object.assign(new URL('http://keepsake.test/'), { reload }))
  vi.stubGlobal('fetch', (path: string, { cache }: RequestInit) =>
    path === '/' && cache === 'no-store' ? served() : Promise.reject(new TypeError('no network')),
  )
  document.head.append(script)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  script.remove()
})

test('the page reloads when there is a newer release', async () => {
  served = async () => new Response(page('/assets/start-new.js'))
  await reloadIfReleased()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a newer release is noticed even if its first script is the same as in the loaded release', async () => {
  const shared = document.createElement('script')
  shared.type = 'module'
  shared.setAttribute('src', '/assets/runtime.js')
  script.before(shared)
  served = async () => new Response(page('/assets/runtime.js') + page('/assets/start-new.js'))
  await reloadIfReleased()
  expect(reload).toHaveBeenCalledTimes(1)
  shared.remove()
})

test.each([
  ['the release is the same', true, async () => new Response(page('/assets/start-old.js'))],
  ['there is no network', false, async () => Promise.reject(new TypeError('no network'))],
  ['the edge server fails', false, async () => new Response('<p>busy</p>', { status: 503 })],
  [
    'the services behind the edge do not answer',
    false,
    async () => new Response('<script type="application/json" id="public-config" data-away>null</script>'),
  ],
])('the page does not reload when %s', async (_, isAnswered, answer) => {
  served = answer
  expect(await reloadIfReleased()).toBe(isAnswered)
  expect(reload).not.toHaveBeenCalled()
})

test('a page that was just loaded does not reload again while the servers have different releases', async () => {
  served = async () => new Response(page('/assets/start-new.js'))
  age = 2_000
  await reloadIfReleased()
  expect(reload).not.toHaveBeenCalled()
})
