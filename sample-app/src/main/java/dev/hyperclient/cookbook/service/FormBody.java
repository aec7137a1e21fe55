package dev.hyperclient.cookbook.service;

/**
 * Reads the fields of a posted form.
 */
final class FormBody {

	static final String URLENCODED = "application/x-www-form-urlencoded";

	static final String MULTIPART = "multipart/form-data";

	private FormBody() {
	}

	static FormFields read(Request request) {
		return switch (request.mediaType()) {
			case URLENCODED -> FormFields.parse(request.body());
			case MULTIPART -> MultipartReader.read(request);
			default -> FormFields.NONE;
		};
	}

}
