import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const service = process.env.TILESIGHT_SERVICE ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [
    svelte(),
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: 'script',
      manifest: {
        id: '/',
        name: 'tilesight 麻将算分',
        short_name: 'tilesight',
        description: 'Photograph a winning mahjong hand, get its score and who pays whom. 拍牌算分。',
        start_url: '/',
        display: 'standalone',
        orientation: 'any',
        background_color: '#0f3a30',
        theme_color: '#0f3a30',
        categories: ['games', 'utilities'],
        icons: [
          { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
        ],
        share_target: {
          action: '/share-target',
          method: 'POST',
          enctype: 'multipart/form-data',
          params: { files: [{ name: 'photo', accept: ['image/*'] }] },
        },
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/(v1|healthz|readyz|metrics|openapi\.json)/],
        importScripts: ['share-target.js'],
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        skipWaiting: true,
      },
    }),
  ],
  build: { target: 'es2020', sourcemap: false, chunkSizeWarningLimit: 700, reportCompressedSize: true },
  server: { proxy: Object.fromEntries(['/v1', '/healthz', '/readyz'].map((path) => [path, service])) },
});
