vcl 4.1;

# Pages of Marram, kept for everybody. Start varnishd with `-p http_gzip_support=off`: the edges compress pages themselves.
#
# A page depends on its address and on the visitor's *variant*: the versions that rollouts give, and the content. Which
# variant a visitor has, the edge says once for each group of visitors, and `PURGE` takes back when a release goes live or
# the content changes. Of all cookies a page gets the visitor's group alone, and nothing that is kept sets one.

import std;

# Backends named `edge` (a director or one backend), and the access list `edges` of who may purge.
include "site.vcl";

sub vcl_recv {
  if (req.restarts == 0) {
    unset req.http.x-marram-variant;
    unset req.http.x-marram-page;
    unset req.http.x-marram-group;
    unset req.http.x-marram-new;
    unset req.http.x-marram-sick;
    # A visitor's own must not be kept with a page.
    unset req.http.x-request-id;
    set req.http.Host = std.tolower(req.http.Host);
  }

  if (req.method == "PURGE") {
    # Behind a proxy on the same machine, everybody has its address: then a second one is named.
    if (client.ip !~ edges || req.http.X-Forwarded-For ~ ",") {
      return (synth(403, "Only edges purge"));
    }
    if (req.http.cache-tag !~ "^[A-Za-z0-9.-]+$") {
      return (synth(400, "PURGE needs a cache-tag"));
    }
    ban("obj.http.cache-tag ~ (^|,)" + regsuball(req.http.cache-tag, "\.", "\\.") + "(,|$)");
    return (synth(200, "Purged"));
  }

  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }

  if (req.restarts > 0) {
    return (hash);
  }

  # Files of releases and pictures never change. The edge marks those that not everybody may have.
  if (req.url ~ "^/(releases/files|media)/" && !req.http.Authorization) {
    unset req.http.Cookie;
    # A browser that has an earlier version of a file gets what is new in it.
    if (req.http.Available-Dictionary && req.http.Accept-Encoding ~ "(^|,) *dcz *(,|$)") {
      set req.http.Accept-Encoding = "dcz, br";
    } else {
      unset req.http.Available-Dictionary;
      unset req.http.Dictionary-ID;
      call encoding;
    }
    return (hash);
  }
  # API calls and the console pass through.
  if (req.url ~ "^/(api|console)(/|\?|$)" || req.http.Authorization) {
    return (pass);
  }

  if (req.http.Cookie ~ "(^|; ?)marram_visitor=[0-9a-f]{16}(;|$)") {
    set req.http.x-marram-group = regsub(req.http.Cookie, "^(.*; ?)?marram_visitor=[0-9a-f]{13}([0-9a-f]{3}).*$", "\2");
  } else {
    set req.http.x-marram-group = regsub("00" + std.real2integer(std.random(0, 1000), 0), "^.*(...)$", "\1");
    set req.http.x-marram-new = "yes";
  }
  set req.http.Cookie = "marram_visitor=0000000000000" + req.http.x-marram-group;

  # What depends on the visitor's versions and is no page.
  if (req.url ~ "^/(releases|healthz)(/|\?|$)") {
    return (pass);
  }
  call encoding;
  set req.http.x-marram-page = req.url;
  set req.url = "/releases/variant";
  # While an edge can be asked, what was true before its time was over does not count.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 0s;
  }
  return (hash);
}

sub encoding {
  if (req.http.Accept-Encoding ~ "(^|,) *br *(,|$|;(?! *q=0(\.0*)? *(,|$)))") {
    set req.http.Accept-Encoding = "br";
  } elseif (req.http.Accept-Encoding ~ "(^|,) *gzip *(,|$|;(?! *q=0(\.0*)? *(,|$)))") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
}

sub vcl_hash {
  hash_data(req.url);
  hash_data(req.http.Host);
  if (req.http.x-marram-variant) {
    hash_data(req.http.x-marram-variant);
  } elseif (req.http.x-marram-page) {
    hash_data(req.http.x-marram-group);
  }
  return (lookup);
}

sub vcl_backend_fetch {
  # The whole response is kept, whatever part of it was asked for, and whoever has it already.
  if (!bereq.uncacheable) {
    unset bereq.http.Range;
    unset bereq.http.If-None-Match;
    unset bereq.http.If-Modified-Since;
  }
}

sub vcl_backend_response {
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  # Files and pictures go by their own cache-control.
  if (bereq.url !~ "^/(releases/files|media)/") {
    # An edge may be behind or ahead of the one that named the variant: then its page is not kept.
    if (beresp.http.cdn-cache-control ~ "max-age=\d"
      && (!bereq.http.x-marram-variant || beresp.http.x-marram-variant == bereq.http.x-marram-variant)) {
      set beresp.ttl = std.duration(regsub(beresp.http.cdn-cache-control, "^.*max-age=(\d+).*$", "\1s"), 0s);
      set beresp.grace = std.duration(regsub(beresp.http.cdn-cache-control, "^.*stale-(while-revalidate|if-error)=(\d+).*$", "\2s"), 0s);
      set beresp.http.Vary = "accept-encoding";
      unset beresp.http.Set-Cookie;
      unset beresp.http.x-request-id;
    } else {
      set beresp.uncacheable = true;
      set beresp.ttl = 1s;
    }
    return (deliver);
  }
}

sub vcl_deliver {
  if (req.http.x-marram-page && req.url == "/releases/variant") {
    if (resp.http.x-marram-variant) {
      set req.http.x-marram-variant = resp.http.x-marram-variant;
    } elseif (!req.http.x-marram-sick) {
      # No edge answered, and Varnish may not know that yet: now an earlier answer will do.
      set req.http.x-marram-sick = "yes";
      set req.grace = 10d;
      return (restart);
    } else {
      # The page itself says what is wrong.
      set req.http.x-marram-variant = "unknown";
    }
    set req.grace = 10d;
    set req.url = req.http.x-marram-page;
    return (restart);
  }
  unset resp.http.x-marram-variant;
  unset resp.http.cache-tag;
  unset resp.http.cdn-cache-control;
  if (req.http.x-marram-new && req.http.x-marram-page) {
    unset resp.http.Set-Cookie;
    set resp.http.Set-Cookie = "marram_visitor=0000000000000" + req.http.x-marram-group
      + "; Path=/; Max-Age=15724800; HttpOnly; SameSite=Lax";
    if (req.http.X-Forwarded-Proto == "https") {
      set resp.http.Set-Cookie = resp.http.Set-Cookie + "; Secure";
    }
  }
  if (obj.hits > 0) {
    set resp.http.x-marram-shared = "hit";
  } else {
    set resp.http.x-marram-shared = "miss";
  }
}

sub vcl_synth {
  if (req.method == "PURGE") {
    set resp.body = resp.reason;
    return (deliver);
  }
}

sub vcl_backend_error {
  # No edge says which variants there are: the page tells why.
  if (bereq.url == "/releases/variant") {
    set beresp.status = 204;
    set beresp.ttl = 0s;
    set beresp.grace = 0s;
    return (deliver);
  }
}
