import type { PageRoute } from '../../shared/page/PageRoute.ts'
import { routePaths } from '../../shared/routePaths.ts'

/** The editor of the demo brands. Other brands have their editor outside of the product. */
export const editorRoute: PageRoute = {
  path: routePaths.editor,
  title: 'editor.title',
  load: async () => (await import('./loadEditor.ts')).loadEditor,
  Page: async () => (await import('./EditorPage.tsx')).EditorPage,
}
