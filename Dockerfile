# Debian 12 with Node 20, in which the README's two commands work from any system that has containers:
#
#   docker build -t lectern . && docker run --rm -it lectern npm run demo
#   docker run --rm -it lectern npm test
#
# Mount a folder on /cache to keep the libraries that are built between runs: -v lectern-cache:/cache
FROM node:20-bookworm

ENV LECTERN_CACHE=/cache
WORKDIR /lectern
# The packages have a layer of their own: a change of the sources does not install them again.
COPY scripts/setup.mjs scripts/
COPY scripts/lib scripts/lib
RUN node scripts/setup.mjs --tests && rm -rf /var/lib/apt/lists/*
COPY . .
CMD ["npm", "test"]
