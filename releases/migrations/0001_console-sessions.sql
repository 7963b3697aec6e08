CREATE TABLE "releases"."console_session" (
	"digest" text PRIMARY KEY NOT NULL,
	"token" uuid NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "releases"."console_session" ADD CONSTRAINT "console_session_token_token_id_fk" FOREIGN KEY ("token") REFERENCES "releases"."token"("id") ON DELETE cascade ON UPDATE no action;