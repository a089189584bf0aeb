import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'

const drop = () => fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], dropEffect: 'copy' } })

test('the upload watch also runs on the full-screen photo: a dropped file does not replace the page', async () => {
  const app = renderApp('/my-photos/photos/preview/photo-1')
  await app.answer('PreviewPageQuery', { photo: null })
  await app.answer('FindByAddressQuery', { addressedNode: null })
  await screen.findByRole('heading', { name: 'Photo not found' })
  await waitFor(() => expect(drop()).toBe(false))
})
