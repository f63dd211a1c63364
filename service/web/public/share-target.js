/* A picture shared to the app from the phone's gallery is kept for a moment, and the app is opened at it. */
self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'POST' || url.pathname !== '/share-target') return;
  event.respondWith(
    (async () => {
      const form = await event.request.formData();
      const photo = form.get('photo');
      if (photo) {
        const cache = await caches.open('shared-photo');
        await cache.put('/shared-photo', new Response(photo, { headers: { 'content-type': photo.type } }));
      }
      return Response.redirect('/#/scan/shared', 303);
    })(),
  );
});
