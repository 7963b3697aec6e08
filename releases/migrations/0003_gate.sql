CREATE TABLE "releases"."gate_result" (
	"release" uuid NOT NULL,
	"beside" uuid NOT NULL,
	"checks" jsonb NOT NULL,
	"passed" boolean NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "gate_result_release_beside_pk" PRIMARY KEY("release","beside")
);
--> statement-breakpoint
ALTER TABLE "releases"."gate_result" ADD CONSTRAINT "gate_result_release_release_id_fk" FOREIGN KEY ("release") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases"."gate_result" ADD CONSTRAINT "gate_result_beside_release_id_fk" FOREIGN KEY ("beside") REFERENCES "releases"."release"("id") ON DELETE cascade ON UPDATE no action;