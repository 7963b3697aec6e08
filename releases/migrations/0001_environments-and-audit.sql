INSERT INTO "releases"."environment" ("name") VALUES ('production'), ('staging');
--> statement-breakpoint
CREATE FUNCTION "releases"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'events are append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "event_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "releases"."event"
	FOR EACH STATEMENT EXECUTE FUNCTION "releases"."refuse_change"();
