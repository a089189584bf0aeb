import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ProjectsTables } from '../../../services/projects/tables.ts'
import type { ServiceName } from '../../../services/services.ts'
import type { DatabaseKind } from '../../support/database.ts'
import { appendPhotoEvent } from '../photoEvents.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { type Answer, Customer } from '../storage/customer.ts'

export const content = {
  name: 'Summer in Brittany',
  productCode: 'PAP_370',
  articleType: 'PhotoBook',
  pages: 48,
  photoIds: [] as readonly string[],
}

/** A customer who saves projects in an editor. */
export class Editor extends Customer {
  async save(id: string, changed: Partial<typeof content> = {}, version?: string): Promise<Answer> {
    return this.call('PUT', `/projects/api/v2/project/${id}`, {
      body: { ...content, ...changed },
      headers: version === undefined ? {} : { 'if-match': version },
    })
  }

  /** Saves a new project; returns its id. */
  async add(changed: Partial<typeof content> = {}): Promise<string> {
    const id = randomUUID()
    const { status } = await this.save(id, changed)
    if (status !== 201) throw new Error(`The project was answered with ${status}.`)
    return id
  }

  async open(id: string): Promise<Answer> {
    return this.call('GET', `/projects/api/v2/project/${id}`)
  }

  async remove(id: string): Promise<Answer> {
    return this.call('DELETE', `/projects/api/v2/project/${id}`)
  }

  async restore(id: string): Promise<Answer> {
    return this.call('PUT', `/projects/api/v2/project/${id}/restore`)
  }

  async list(query = '', accountId = this.id): Promise<Answer> {
    return this.call('GET', `/projects/api/v2/projects/${accountId}${query}`)
  }
}

/** The projects service, as customers, editors and other services use it. */
export class ProjectServices extends ServiceGroup {
  constructor(kind: DatabaseKind, others: readonly ServiceName[] = []) {
    super(kind, ['projects', ...others], { DEMO: 'true' })
  }

  get database(): Kysely<ProjectsTables> {
    return this.platform.database<ProjectsTables>('projects')
  }

  newEditor(id?: string): Editor {
    return new Editor(this.url, this.running.issuer, id)
  }

  /** Appends an event of the photos service, and waits until it is handled if the service consumes it. */
  async appendPhotoEvent(type: string, owner: string, photoIds: readonly string[]): Promise<void> {
    await appendPhotoEvent(this, 'projects.photos', { type, owner, photoIds })
  }

  /** Makes a deleted project older. */
  async age(id: string, days: number): Promise<void> {
    await this.database
      .updateTable('projects')
      .set({ deleted_at: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', id)
      .execute()
  }
}
