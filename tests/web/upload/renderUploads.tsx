import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useMemo, useState } from 'react'
import { createIntl, RawIntlProvider } from 'react-intl'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { storagePrefix } from '../../../web/auth/session.ts'
import messages from '../../../web/locales/en-GB.json'
import { createEnvironment } from '../../../web/relay/environment.ts'
import { UploadDialog } from '../../../web/pages/library/upload/UploadDialog.tsx'
import { UploadDock } from '../../../web/pages/library/upload/UploadDock.tsx'
import { UploadWatch } from '../../../web/pages/library/upload/UploadWatch.tsx'
import { libraryEventsOf } from '../../../web/shared/LibraryEvents.ts'
import { UploadContext } from '../../../web/shared/uploadContext.ts'
import { Session } from '../../../web/app/Session.ts'
import { SessionContext } from '../../../web/app/sessionContext.ts'
import { parsePublicConfig } from '../../../web/app/publicConfig.ts'
import { Button } from '../../../web/ui/Button.tsx'
import type { StorageServer } from './storageServer.ts'

/** A page of a signed-in user, with a button that opens the dialog, and the dock. */
export function renderUploads(server: StorageServer) {
  const app = appOn(server)
  const events = libraryEventsOf(app)
  const libraryChanges: string[] = []
  events.subscribe(() => libraryChanges.push('changed'))
  const finished: string[] = []
  const element = (
    <SessionContext value={app}>
      <Page onFinished={(path) => finished.push(path)} />
    </SessionContext>
  )
  const router = createMemoryRouter([{ path: '*', element }])
  const view = render(
    <RawIntlProvider value={app.intl}>
      <RouterProvider router={router} />
    </RawIntlProvider>,
  )
  // Allows types that a file picker would not offer, because users can drop them.
  const user = userEvent.setup({ applyAccept: false })
  return { ...view, app, router, user, libraryChanges, finished }
}

/** The components for uploads that are on every page, rendered after the user has signed out. */
export function renderSignedOut(server: StorageServer) {
  const app = appOn(server)
  localStorage.clear()
  return render(
    <RawIntlProvider value={app.intl}>
      <SessionContext value={app}>
        <UploadDock />
        <UploadWatch />
      </SessionContext>
    </RawIntlProvider>,
  )
}

export function leavePage(): void {
  cleanup()
  localStorage.clear()
}

/** Finds a sentence of the shown result, and not its announcement to screen readers. */
export async function findResult(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: 'p' })
}

function Page({ onFinished }: { readonly onFinished: (path: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const control = useMemo(
    () => ({
      isOffered: true,
      isOpen,
      open: () => setOpen(true),
      close: () => setOpen(false),
      album: null,
      offerAlbum: () => () => undefined,
    }),
    [isOpen],
  )
  return (
    <UploadContext value={control}>
      <Button onPress={control.open}>Add photos</Button>
      <UploadDialog isOpen={isOpen} onClose={control.close} onFinished={onFinished} />
      <UploadDock />
      <UploadWatch />
    </UploadContext>
  )
}

function appOn(server: StorageServer): Session {
  const config = parsePublicConfig({
    brand: 'test',
    name: 'Test',
    channel: 't',
    defaultLocale: 'en-GB',
    locales: ['en-GB'],
    logoUrl: '/logo.svg',
    theme: { light: {}, dark: {} },
    graphqlUrl: '/graphql',
    authority: 'http://identity.test',
    clientId: 'test-web',
    scope: 'openid',
    uploadUrl: server.endpoint,
    features: {},
    links: { faq: '/f', customerCare: '/c', storeFront: '/s', terms: '/t', privacy: '/p', editor: '/e' },
  })
  const token = `header.${btoa(JSON.stringify({ sub: 'account-1', email: 'one@example.com' }))}.signature`
  server.tokens.add(token)
  const session = { access_token: token, expires_at: Date.now() / 1000 + 600 }
  localStorage.setItem(`${storagePrefix}user:${config.authority}:${config.clientId}`, JSON.stringify(session))
  const signIn = new SignIn(config)
  const environment = createEnvironment({ graphqlUrl: config.graphqlUrl, tokens: signIn })
  return new Session({ config, locale: 'en-GB', signIn, environment, intl: createIntl({ locale: 'en-GB', messages }) })
}
