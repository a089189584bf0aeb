# One image for all parts of the product; the command chooses one:
#   node services/main.ts    node gateway/main.ts    node edge/main.ts
ARG NODE_IMAGE=node:24-bookworm-slim

# The runtime dependencies, without development tools. The base image contains Node, so the Node that package.json pins
# is removed.
FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

# The static build of the client, and the persisted documents for the gateway.
FROM ${NODE_IMAGE} AS client
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --loglevel=error
COPY vite.config.ts relay.config.js tsconfig.json ./
COPY config config
COPY schema schema
COPY web web
COPY launcher launcher
RUN node launcher/buildClient.ts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0
# Returns the memory of decoded pictures to the system (launcher/allocator.ts).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=262144 MALLOC_TRIM_THRESHOLD_=1048576
WORKDIR /app
COPY package.json ./
COPY --from=modules /app/node_modules node_modules
COPY config config
COPY http http
COPY schema schema
COPY clients clients
COPY services services
COPY gateway gateway
COPY edge edge
COPY deploy/healthCheck.mjs deploy/healthCheck.mjs
COPY web/locales web/locales
COPY brands brands
COPY --from=client /app/web/dist web/dist
COPY --from=client /app/web/__generated__/persisted.json web/__generated__/persisted.json
# A new volume gets the owner of the folder that it is mounted on.
RUN install -d -o node -g node /data /data/keys
USER node
CMD ["node", "edge/main.ts"]
