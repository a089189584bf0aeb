import { NextCodeContext } from './photo-collection/grid/gridContext.ts'
import { SelectionScope } from './photo-collection/selection/SelectionScope.tsx'

/** What the routes with photos share: the selection, and the code that a press on a photo needs. */
export function LibraryScope() {
  return (
    <NextCodeContext value={loadNextCode}>
      <SelectionScope />
    </NextCodeContext>
  )
}

async function loadNextCode(): Promise<void> {
  await import('./photo-actions/toolbar/SelectionBar.tsx')
  await Promise.all([import('./preview/PreviewPage.tsx'), import('./preview/loadPreview.ts')])
}
