CREATE TABLE "releases"."notification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"recipient" text NOT NULL,
	"transaction" text NOT NULL,
	"events" bigint[] NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"taken_until" timestamp with time zone,
	"outcome" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "notification_of_change" UNIQUE("recipient","at","transaction")
);
--> statement-breakpoint
CREATE TABLE "releases"."recipient" (
	"id" text PRIMARY KEY NOT NULL,
	"environment" text NOT NULL,
	"part" text,
	"target" text NOT NULL,
	"secret" text,
	"by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "releases"."notification" ADD CONSTRAINT "notification_recipient_recipient_id_fk" FOREIGN KEY ("recipient") REFERENCES "releases"."recipient"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."recipient" ADD CONSTRAINT "recipient_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_state" ON "releases"."notification" USING btree ("state","due_at");--> statement-breakpoint
-- Whoever writes an event cannot forget to queue it. The lock waits for a recipient that is being removed, which would
-- otherwise refuse the change.
CREATE FUNCTION "releases"."queue_notifications"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "releases"."notification" ("recipient", "transaction", "events", "at", "due_at")
		SELECT "id", pg_current_xact_id()::text, ARRAY[NEW."id"], NEW."at", NEW."at" FROM "releases"."recipient"
		WHERE "environment" = NEW."environment" AND ("part" IS NULL OR NEW."part" IS NULL OR "part" = NEW."part")
		FOR KEY SHARE
	ON CONFLICT ON CONSTRAINT "notification_of_change"
		DO UPDATE SET "events" = "notification"."events" || EXCLUDED."events";
	RETURN NULL;
END
$$;
--> statement-breakpoint
-- A refusal changes nothing, unless it is of a change that was scheduled. Links to previews, tokens, identities and
-- recipients change nothing that visitors get.
CREATE TRIGGER "event_notifies" AFTER INSERT ON "releases"."event" FOR EACH ROW
	WHEN (NEW."environment" IS NOT NULL AND (NOT NEW."refused" OR NEW."detail" ? 'scheduled')
		AND NEW."action" NOT IN ('preview', 'end-preview', 'open-preview', 'token', 'identity', 'exchange', 'notify'))
	EXECUTE FUNCTION "releases"."queue_notifications"();
