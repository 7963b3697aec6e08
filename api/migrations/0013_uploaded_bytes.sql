CREATE TABLE "api"."uploaded_bytes" (
	"client" text NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "uploaded_bytes_client_hour_pk" PRIMARY KEY("client","hour")
);
--> statement-breakpoint
CREATE INDEX "uploaded_bytes_by_age" ON "api"."uploaded_bytes" USING btree ("hour");