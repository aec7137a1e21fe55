package dev.hyperclient.cookbook.service;

/**
 * What an operation promises to answer.
 *
 * @param kind the kind of answer
 * @param type the name of the entry type it is about; empty for nothing
 */
record ResultDescription(Kind kind, String type) {

	static final ResultDescription NOTHING = new ResultDescription(Kind.NOTHING, "");

	static ResultDescription page(String type) {
		return new ResultDescription(Kind.PAGE, type);
	}

	static ResultDescription entry(String type) {
		return new ResultDescription(Kind.ENTRY, type);
	}

	static ResultDescription created(String type) {
		return new ResultDescription(Kind.CREATED, type);
	}

	enum Kind {

		PAGE, ENTRY, CREATED, NOTHING

	}

}
