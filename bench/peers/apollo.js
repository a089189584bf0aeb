import { RESTDataSource } from '@apollo/datasource-rest'
import { ApolloServer } from '@apollo/server'
import { fastifyApolloDrainPlugin, fastifyApolloHandler } from '@as-integrations/fastify'
import fastify from 'fastify'
import { listen } from './ready.js'
import { albumsPath, monthPath, resolvers, typeDefs, viewerOf } from './schema.js'

/** Calls the photos service for one request, in the way that Apollo's documentation shows for a REST service. */
class PhotosSource extends RESTDataSource {
  baseURL = process.env.UPSTREAM_URL
  #authorization

  constructor(authorization) {
    super()
    this.#authorization = authorization
  }

  willSendRequest(_path, request) {
    request.headers.authorization = this.#authorization
  }

  // RESTDataSource makes only one call for identical calls within a request.
  countAll() {
    return this.get('/photos/users')
  }

  countMonths() {
    return this.get('/photos/users/timeline')
  }

  listMonth(year, month, first) {
    return this.get(monthPath(year, month, first))
  }

  listAlbums(first) {
    return this.get(albumsPath(first))
  }
}

const app = fastify()
const apollo = new ApolloServer({ typeDefs, resolvers, plugins: [fastifyApolloDrainPlugin(app)] })
await apollo.start()
const context = async ({ headers }) => ({
  viewer: viewerOf(headers),
  photos: new PhotosSource(headers.authorization),
})
app.route({ url: '/graphql', method: ['GET', 'POST', 'OPTIONS'], handler: fastifyApolloHandler(apollo, { context }) })
await listen(app)
