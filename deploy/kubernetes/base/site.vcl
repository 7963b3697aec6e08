# The edges of the cluster, for varnish.vcl: its service chooses one that is ready.

backend edge {
  .host = "edge";
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

# An edge that has just ended is asked for a moment longer. What may have changed something is not sent twice.
sub vcl_backend_error {
  if (bereq.method == "GET" && bereq.retries < 2) {
    return (retry);
  }
}

# Pods. Who comes through the ingress has an address in X-Forwarded-For and cannot purge.
acl edges {
  "10.0.0.0"/8;
  "172.16.0.0"/12;
  "192.168.0.0"/16;
}
