CREATE TABLE "releases"."opened" (
	"environment" text NOT NULL,
	"composition" text NOT NULL,
	"parts" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "opened_environment_composition_pk" PRIMARY KEY("environment","composition")
);
--> statement-breakpoint
CREATE TABLE "releases"."report" (
	"environment" text NOT NULL,
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"about" jsonb NOT NULL,
	CONSTRAINT "report_environment_id_pk" PRIMARY KEY("environment","id")
);
--> statement-breakpoint
ALTER TABLE "releases"."opened" ADD CONSTRAINT "opened_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."opened" ADD CONSTRAINT "opened_composition_composition_id_fk" FOREIGN KEY ("composition") REFERENCES "releases"."composition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."report" ADD CONSTRAINT "report_environment_environment_name_fk" FOREIGN KEY ("environment") REFERENCES "releases"."environment"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_id" ON "releases"."report" USING btree ("id");