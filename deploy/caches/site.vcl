# The edges of a site, for varnish.vcl. This one is that of `npm start`.

backend edge {
  .host = "127.0.0.1";
  .port = "3000";
  .probe = {
    .url = "/healthz";
    .interval = 1s;
    .timeout = 1s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

# Their CACHE_URLS name this cache.
acl edges {
  "127.0.0.1";
  "::1";
}
